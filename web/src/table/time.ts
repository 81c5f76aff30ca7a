/** Milliseconds as a clock shows them: "4:05", "1:04:05", and tenths in the last ten seconds. */
export function clockText(ms: number): string {
  const rest = Math.max(0, ms);
  if (rest < 10_000) return (Math.floor(rest / 100) / 10).toFixed(1);
  const seconds = Math.floor(rest / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
