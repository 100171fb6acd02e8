import type { ReactNode } from "react";

import type { components } from "#contract/schema.d.ts";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";

export interface PayInProps {
  info: components["schemas"]["DepositInfo"];
  /** What came while the page was open: in place of all that waits for money, and of nothing that is being done. */
  arrived: ReactNode;
  /** The terms, until a wallet is to pay. */
  children: ReactNode;
}

function TermsAlone({ arrived, children }: PayInProps): ReactNode {
  return arrived ?? children;
}

/** The terms are whole without it. */
export const payInPart = lazyPart<PayInProps>(() =>
  import("./PayIn.tsx").then(
    ({ PayIn }) => PayIn,
    () => TermsAlone,
  ),
);
