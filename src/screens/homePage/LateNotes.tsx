import { DomainWarning } from "#src/components/shell/DomainWarning.tsx";

import { UnpaidOrders } from "./UnpaidOrders.tsx";

/** What a person should know, above the bottom bar. */
export function LateNotes() {
  return (
    <>
      <DomainWarning />
      <UnpaidOrders />
    </>
  );
}
