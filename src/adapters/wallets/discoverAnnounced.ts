/** A wallet that announced itself on the page. */
export interface AnnouncedProvider<Provider> {
  /** Session-wide id of the announcement. */
  uuid: string;
  name: string;
  /** Data URL of an image, or null. */
  icon: string | null;
  provider: Provider;
}

interface Announcing<Provider> {
  page: EventTarget;
  /** The names of the events, e.g. of EIP-6963. */
  announceEvent: string;
  requestEvent: string;
  isProvider: (value: unknown) => value is Provider;
  /** How long announcements are waited for. */
  windowMs: number;
}

/** Asks every wallet of the page to announce itself. */
export async function discoverAnnounced<Provider>({
  page,
  announceEvent,
  requestEvent,
  isProvider,
  windowMs,
}: Announcing<Provider>): Promise<AnnouncedProvider<Provider>[]> {
  const found = new Map<string, AnnouncedProvider<Provider>>();
  const collect = (event: Event) => {
    const announced = readAnnouncement(event, isProvider);
    if (announced !== null) found.set(announced.uuid, announced);
  };
  page.addEventListener(announceEvent, collect);
  page.dispatchEvent(new Event(requestEvent));
  await new Promise((resolve) => {
    setTimeout(resolve, windowMs);
  });
  page.removeEventListener(announceEvent, collect);
  return [...found.values()];
}

function readAnnouncement<Provider>(
  event: Event,
  isProvider: (value: unknown) => value is Provider,
): AnnouncedProvider<Provider> | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== "object" || detail === null || !("info" in detail) || !("provider" in detail)) return null;
  const { info, provider } = detail;
  if (typeof info !== "object" || info === null || !("uuid" in info) || !("name" in info)) return null;
  if (typeof info.uuid !== "string" || typeof info.name !== "string" || !isProvider(provider)) return null;
  const icon =
    "icon" in info && typeof info.icon === "string" && info.icon.startsWith("data:image/") ? info.icon : null;
  return { uuid: info.uuid, name: info.name.slice(0, 40), icon, provider };
}
