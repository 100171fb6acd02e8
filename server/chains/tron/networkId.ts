import { listPublicNetworks } from "../publicNetworks.ts";

/** Of a first block's id in hex, from its end, as CAIP-2 has it. */
const CHARACTERS = 8;

/** The CAIP-2 id of the network with this first block. */
export function formatNetworkId(genesis: string): string {
  return `tron:0x${genesis.slice(-CHARACTERS)}`;
}

/** The public networks by the ids of their first blocks. */
export const { isPublicGenesis, nameNetwork } = listPublicNetworks(
  "Tron",
  {
    "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc": "Tron",
    "0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e": "Tron Shasta",
    "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc": "Tron Nile",
  },
  formatNetworkId,
);
