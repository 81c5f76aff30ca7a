/** The words of the API, as the generated schema has them. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type View = Schemas["View"];
export type Choice = Schemas["Choice"];
export type Decision = Schemas["Decision"];
export type EventShown = Schemas["EventShown"];
export type LogEntry = Schemas["LogEntry"];
export type SeatShown = Schemas["SeatShown"];
export type TableShown = Schemas["TableShown"];
export type ChatLine = Schemas["ChatLine"];
export type PositionShown = Schemas["PositionShown"];
export type GameShown = Schemas["GameShown"];
export type OptionShown = Schemas["OptionShown"];
export type ExamplesShown = Schemas["ExamplesShown"];
export type MarkShown = Schemas["MarkShown"];
export type SummaryShown = Schemas["SummaryShown"];
export type LessonShown = Schemas["LessonShown"];
export type LessonStep = Schemas["LessonStep"];
export type RulesShown = Schemas["RulesShown"];
export type RuleShown = Schemas["RuleShown"];
export type Problem = Schemas["ProblemDetails"];
export type ServerMessage = Schemas["ServerMessage"];
export type ClientMessage = Schemas["ClientMessage"];
export type Hello = Schemas["Hello"];
export type Moved = Schemas["Moved"];
export type Change = Schemas["Change"];
export type You = Schemas["You"];

/** The component data of a game, as `GET /api/games/{slug}/content` sends it. Each board knows its own shape. */
export type Content = Record<string, unknown>;
export type Me = Schemas["Me"];
export type TableLine = Schemas["TableLine"];
export type TableWish = Schemas["TableWish"];
export type SeatWish = TableWish["seats"][number];
export type Advice = Schemas["Advice"];
export type Opinion = Schemas["Opinion"];
export type ReviewProgress = Schemas["ReviewProgress"];
export type GameReview = Schemas["GameReview"];
export type ReviewStep = Schemas["ReviewStep"];
export type ReviewLine = Schemas["ReviewLine"];
export type Profile = Schemas["Profile"];
export type Session = Schemas["Session"];
export type RemindersShown = Schemas["RemindersShown"];
export type ReminderWish = Schemas["ReminderWish"];
export type VacationShown = Schemas["VacationShown"];
export type LabShown = Schemas["LabShown"];
export type MetricShown = Schemas["MetricShown"];
export type DrawWish = Schemas["DrawWish"];
export type DrawShown = Schemas["DrawShown"];
export type PackWish = Schemas["PackWish"];
export type PackShown = Schemas["PackShown"];
export type RunWish = Schemas["RunWish"];
export type RunShown = Schemas["RunShown"];
export type Seats = Schemas["Seats"];
export type OptionValue = string | number | boolean;
