interface Providable {
  provide: (implementations: { actors?: object }) => unknown;
}

/** All actors that a chart names. */
export type ActorsOf<Machine extends Providable> = Required<NonNullable<Parameters<Machine["provide"]>[0]["actors"]>>;

/** A chart with each actor that it names: one that is left out does not compile. */
export function provideAll<Machine extends Providable>(machine: Machine, actors: ActorsOf<Machine>): Machine {
  return machine.provide({ actors }) as Machine;
}
