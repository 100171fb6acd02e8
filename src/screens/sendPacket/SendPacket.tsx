import { useSearchParams } from "react-router-dom";

import { Splash } from "#src/components/Splash.tsx";
import { WithSystemInfo, type SystemInfo } from "#src/components/WithSystemInfo.tsx";
import { envelopeSendFlow } from "#src/flows/envelopeSend.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";

import { SendPacketView } from "./SendPacketView.tsx";

/** `/sendPacket?chatId=`: writes an envelope and follows it until it is live. `chatId` is a hint and no more. */
export function SendPacket() {
  return <WithSystemInfo>{(info) => <SendFlow info={info} />}</WithSystemInfo>;
}

function SendFlow({ info }: { info: SystemInfo }) {
  const [search] = useSearchParams();
  const { messenger } = useApp();
  const flow = useFlow(envelopeSendFlow, {
    input: { chatId: search.get("chatId"), coinTypes: info.coins.map(({ coinType }) => coinType) },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "openPayment" && "url" in event && typeof event.url === "string")
        messenger.openLink(event.url);
    },
  });
  useOutcomeHaptics(flow?.view.state === "live" ? "success" : null);
  return flow === null ? <Splash /> : <SendPacketView {...flow} />;
}
