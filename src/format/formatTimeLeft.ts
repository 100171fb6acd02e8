const MINUTE_S = 60;

/** Minutes and seconds, e.g. `0:42`. */
export function formatTimeLeft(seconds: number): string {
  return `${String(Math.floor(seconds / MINUTE_S))}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
}
