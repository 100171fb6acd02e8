const HOUR_S = 3600;
const MINUTE_S = 60;

/** A setting's time in whole hours where it is that, else in minutes: `24 hours`, `30 minutes`. */
export function formatDuration(seconds: number, language: string): string {
  const [value, unit] =
    seconds % HOUR_S === 0 ? [seconds / HOUR_S, "hour"] : [Math.round(seconds / MINUTE_S), "minute"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
