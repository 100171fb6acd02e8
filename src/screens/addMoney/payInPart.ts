import type { ReactNode } from "react";

import type { components } from "#contract/schema.d.ts";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";

export interface PayInProps {
  info: components["schemas"]["DepositInfo"];
  /** The terms, until a wallet is to pay. */
  children: ReactNode;
}

function TermsAlone({ children }: PayInProps): ReactNode {
  return children;
}

/** The terms are whole without it. */
export const payInPart = lazyPart<PayInProps>(() =>
  import("./PayIn.tsx").then(
    ({ PayIn }) => PayIn,
    () => TermsAlone,
  ),
);
