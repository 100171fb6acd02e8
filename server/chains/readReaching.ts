import type { Read } from "./endpointPool.ts";

interface Asking<C, H> {
  askOne: (read: Read<C, H>) => Promise<H>;
  askTwo: (read: Read<C, H>) => Promise<readonly H[]>;
  read: Read<C, H>;
  readPosition: (head: H) => number;
  /** Whether the chain may truly have lost blocks. */
  isLocal: boolean;
}

/**
 * The newest block of an endpoint that has the position `least`. One that ends before it is behind or lies: that is its
 * failure, and the next endpoint is asked. Only where a local chain ends before it on two endpoints is the longer chain
 * answered.
 */
export async function readReaching<C, H>({ askOne, askTwo, read, readPosition, isLocal }: Asking<C, H>, least: number) {
  try {
    return await askOne(async (call) => {
      const head = await read(call);
      if (readPosition(head) < least) throw new Error("its newest block is before the settled one");
      return head;
    });
  } catch (error) {
    if (!isLocal) throw error;
    const heads = await askTwo(read);
    return heads.reduce((longest, head) => (readPosition(head) > readPosition(longest) ? head : longest));
  }
}
