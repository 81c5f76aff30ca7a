/** A view after a JSON Patch (RFC 6902) of its members and zones, as the server sends it. The old view stays as it was. */
import type { Change, View } from "../api/types";

export function patched(view: View, changes: readonly Change[]): View {
  const next = { ...view, zones: { ...view.zones } };
  for (const { op, path, value } of changes) {
    const way = path.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = way.pop() ?? "";
    const place = (way.length > 0 ? next.zones : next) as Record<string, unknown>;
    if (op === "remove") delete place[last];
    else place[last] = value;
  }
  return next;
}
