let deeds: string[] = [];

/** What a press does beside sending events, e.g. follow a link: it is noted and not done. */
export function noteDeed(deed: string): void {
  deeds.push(deed);
}

/** What was noted since the last call. */
export function takeDeeds(): readonly string[] {
  const taken = deeds;
  deeds = [];
  return taken;
}
