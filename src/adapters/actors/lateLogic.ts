import type { AnyActorLogic } from "xstate";

interface LateLogic<Part extends { logic: AnyActorLogic }> {
  /** Given to the chart that invokes it; it works once it is loaded. */
  logic: Part["logic"];
  load: () => Promise<Part>;
}

/** The logic of a child whose code is a chunk of its own: its parent has it loaded before it starts it. */
export function createLateLogic<Part extends { logic: AnyActorLogic }>(read: () => Promise<Part>): LateLogic<Part> {
  const logic: Part["logic"] = Object.create(null);
  return {
    logic,
    load: async () => {
      const part = await read();
      Object.setPrototypeOf(logic, part.logic);
      return part;
    },
  };
}
