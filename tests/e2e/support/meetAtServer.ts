import type { Person } from "./person.ts";

/** Holds what each of these people next sends to a path of the server until all of them have sent it. */
export async function meetAtServer(people: readonly Person[], path: string): Promise<void> {
  let waiting = people.length;
  let openGate: () => void;
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  await Promise.all(
    people.map(({ page }) =>
      page.route(
        `**${path}`,
        async (route) => {
          waiting -= 1;
          if (waiting === 0) openGate();
          await gate;
          await route.continue();
        },
        { times: 1 },
      ),
    ),
  );
}
