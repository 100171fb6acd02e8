/** The only source of the present time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
