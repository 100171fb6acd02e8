import { useNavigate } from "react-router-dom";

import { emailFlow } from "#src/adapters/actors/email.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHubReturn } from "#src/hooks/useHubReturn.ts";
import { buildRecoveryPath } from "#src/routes/links.ts";

import { UpdateEmaiView } from "./UpdateEmaiView.tsx";

const DRAFT_KEY = "email";

/** `/updateEmai`: sets and changes the email. The spelling is the contract's. */
export function UpdateEmai() {
  const { drafts, root } = useApp();
  const navigate = useNavigate();
  const goBack = useHubReturn();
  const flow = useFlow(emailFlow, {
    input: { email: drafts.read(DRAFT_KEY) ?? "" },
    open: { type: "ui.open" },
    onEmit: (event) => {
      switch (event.type) {
        case "draft.changed":
          drafts.write(DRAFT_KEY, event.email);
          break;
        case "account.changed":
          root.send({ type: "app.userChanged" });
          break;
        case "recovery.wanted":
          void navigate(buildRecoveryPath(`${window.location.pathname}${window.location.search}`));
          break;
        case "left":
          goBack();
          break;
      }
    },
  });
  useConfirmClose(flow?.view.isUnsaved === true);
  return <UpdateEmaiView flow={flow} onBack={goBack} />;
}
