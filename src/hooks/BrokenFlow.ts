/** A flow ended by an error, so its screen has nothing to show. `FlowBoundary` offers to start it again. */
export class BrokenFlow extends Error {
  override name = "BrokenFlow";
}
