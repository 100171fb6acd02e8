import { Button } from "./Button.tsx";
import { Outcome } from "./Outcome.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isGuardedElsewhere: true,
  pictures: [
    { name: "gold", node: <Outcome icon="check" tone="gold" title="Paid" text="The red envelope is live." /> },
    { name: "waiting", node: <Outcome icon="clock" tone="gold" isWaiting title="Confirming" /> },
    { name: "warn", node: <Outcome icon="clock" tone="warn" title="No answer in time" text="Please try again." /> },
    { name: "bad", node: <Outcome icon="cross" tone="bad" title="Payment failed" text="Insufficient balance" /> },
    {
      name: "plain, with more",
      node: (
        <Outcome icon="wallet" tone="plain" title="No wallet found">
          <Button variant="secondary">Install a wallet</Button>
        </Outcome>
      ),
    },
  ],
};
