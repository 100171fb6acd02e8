/** The global ids of the main network and of the test network. */
export const MAIN_ID = -239;
export const TEST_ID = -3;
export const GLOBAL_IDS: readonly number[] = [MAIN_ID, TEST_ID];

/** The CAIP-2 id of the network with this global id. */
export function formatNetworkId(globalId: number): string {
  return `tvm:${globalId}`;
}

/** The global id of a CAIP-2 id, or null for another kind of network. */
export function parseGlobalId(networkId: string): number | null {
  const text = /^tvm:(-?[0-9]{1,10})$/.exec(networkId)?.[1];
  return text === undefined ? null : Number(text);
}
