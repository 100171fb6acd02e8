import { ButtonLink } from "./ButtonLink.tsx";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "primary", node: <ButtonLink to="/sendPacket">Send an envelope</ButtonLink> },
    {
      name: "gold",
      node: (
        <ButtonLink to="/sendPacket" variant="gold" icon="gift">
          Send an envelope
        </ButtonLink>
      ),
    },
    {
      name: "secondary",
      node: (
        <ButtonLink to="/addWallet" variant="secondary">
          Bind a wallet
        </ButtonLink>
      ),
    },
    {
      name: "plain",
      node: (
        <ButtonLink to="/user" variant="plain">
          See the balance
        </ButtonLink>
      ),
    },
    {
      name: "inline",
      node: (
        <ButtonLink to="/user" isInline variant="secondary">
          Balance
        </ButtonLink>
      ),
    },
    {
      name: "outside",
      node: (
        <ButtonLink href="https://t.me/hongbao_bot" icon="linkOut">
          Open Telegram
        </ButtonLink>
      ),
    },
    ...listForced("primary", <ButtonLink to="/sendPacket">Send an envelope</ButtonLink>),
  ],
};
