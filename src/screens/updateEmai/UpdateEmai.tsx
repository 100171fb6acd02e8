import { useNavigate } from "react-router-dom";

import { emailFlow } from "#src/adapters/actors/email.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHubReturn } from "#src/hooks/useHubReturn.ts";
import { buildRecoveryPath } from "#src/routes/links.ts";

import { UpdateEmaiView } from "./UpdateEmaiView.tsx";

/** `/updateEmai`: sets and changes the email. The spelling is the contract's. */
export function UpdateEmai() {
  const navigate = useNavigate();
  const goBack = useHubReturn();
  const flow = useFlow(emailFlow, {
    input: undefined,
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "left") goBack();
      else if (event.type === "recovery.wanted")
        void navigate(buildRecoveryPath(`${window.location.pathname}${window.location.search}`));
    },
  });
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  return <UpdateEmaiView flow={flow} onBack={goBack} />;
}
