import { Address } from "./Address.tsx";

import type { Stories } from "#gallery/picture.ts";

const ETHEREUM = "0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199";

export const stories: Stories = {
  pictures: [
    { name: "full", node: <Address address={ETHEREUM} /> },
    { name: "short", node: <Address address={ETHEREUM} isShort /> },
    { name: "of another network", node: <Address address="7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV" /> },
  ],
};
