/** The words of the API, as the generated schema has them. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type View = Schemas["View"];
/** Recorded positions have no captions: a board without words of its own then shows the notation. */
export type Choice = Omit<Schemas["Choice"], "caption"> & { caption?: string };
export type Decision = Schemas["Decision"];
export type EventShown = Schemas["EventShown"];
export type LogEntry = Schemas["LogEntry"];
export type SeatShown = Schemas["SeatShown"];
export type TableShown = Schemas["TableShown"];
export type ChatLine = Schemas["ChatLine"];
export type PositionShown = Schemas["PositionShown"];
export type GameShown = Schemas["GameShown"];
export type OptionShown = Schemas["OptionShown"];
export type RulesShown = Schemas["RulesShown"];
export type RuleShown = Schemas["RuleShown"];
export type Problem = Schemas["ProblemDetails"];
export type ServerMessage = Schemas["ServerMessage"];
export type ClientMessage = Schemas["ClientMessage"];
export type Hello = Schemas["Hello"];
export type Moved = Schemas["Moved"];
export type You = Schemas["You"];

/** The component data of a game, as `GET /api/games/{slug}/content` sends it. Each board knows its own shape. */
export type Content = Record<string, unknown>;
export type Me = Schemas["Me"];
export type TableLine = Schemas["TableLine"];
export type TableWish = Schemas["TableWish"];
export type SeatWish = TableWish["seats"][number];
export type Advice = Schemas["Advice"];
export type Opinion = Schemas["Opinion"];
export type Profile = Schemas["Profile"];
export type Session = Schemas["Session"];
export type Seats = Schemas["Seats"];
export type OptionValue = string | number | boolean;
