import { waitFor, type ActorRefFrom } from "xstate";

import type { appMachine } from "#machines/app/app.machine.ts";
import { getService } from "#src/getService.ts";

interface Place {
  /** Of the history entry. */
  key: string;
  pathname: string;
  search: string;
}

export interface CheckedPlaces {
  /** Begins the user check of a navigation; resolves once it has ended. The same promise each time for one place. */
  check: (place: Place) => Promise<void>;
  /** The person has come to a place: the way back to another one is a navigation again. */
  arrive: (place: Place) => void;
  /** Where the person wants to be, of which the check may be under way; null before the first. */
  getGoal: () => Place | null;
}

interface Check {
  place: Place;
  end: Promise<void>;
}

function isSame(one: Place, other: Place): boolean {
  return one.key === other.key && one.pathname === other.pathname;
}

/** Has the root compare the stored user with the messenger's at each navigation, before the page of it is rendered. */
export function createCheckedPlaces(root: ActorRefFrom<typeof appMachine>): CheckedPlaces {
  /** Where the person is, and where they are going: while the next page is awaited, the present one may render again. */
  let known: readonly Check[] = [];
  let hasArrived = false;
  /**
   * Each page may need the server's coins and names: they are loaded where no user is logged in, and again where loading
   * failed or no coin was open. What the start has read is new at the first page.
   */
  const askForSystemInfo = () => {
    const systemInfo = getService(root, "systemInfo");
    const isClosed = hasArrived && systemInfo.getSnapshot().context.value?.coins.length === 0;
    hasArrived = true;
    systemInfo.send({ type: isClosed ? "ui.refresh" : "resource.load" });
  };
  const begin = async (path: string): Promise<void> => {
    // A rendering component asks, and what the root changes would have others render meanwhile.
    await Promise.resolve();
    root.send({ type: "app.navigated", path });
    await waitFor(getService(root, "session"), (session) => !session.matches({ loggedIn: { storage: "checking" } }));
  };
  return {
    check: (place) => {
      const found = known.find((one) => isSame(one.place, place));
      if (found !== undefined) return found.end;
      const next = { place, end: begin(place.pathname) };
      known = [...known.slice(-1), next];
      return next.end;
    },
    arrive: (place) => {
      root.send({ type: "app.arrived", path: place.pathname });
      askForSystemInfo();
      known = known.filter((one) => isSame(one.place, place));
    },
    getGoal: () => known.at(-1)?.place ?? null,
  };
}
