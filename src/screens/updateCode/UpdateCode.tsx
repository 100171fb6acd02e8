import { useSearchParams } from "react-router-dom";

import { securityCodeFlow } from "#src/adapters/actors/securityCode.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHubReturn } from "#src/hooks/useHubReturn.ts";

import { UpdateCodeView } from "./UpdateCodeView.tsx";

/** `/updateCode`: sets, changes and recovers the security code; `?forgotten=1` starts with the recovery. */
export function UpdateCode() {
  const { root } = useApp();
  const [query] = useSearchParams();
  const goBack = useHubReturn();
  const flow = useFlow(securityCodeFlow, {
    input: { isForgotten: query.has("forgotten") },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "left") goBack();
      else root.send({ type: "app.userChanged" });
    },
  });
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  return <UpdateCodeView flow={flow} onBack={goBack} />;
}
