import { useSearchParams } from "react-router-dom";

import { SendFlow } from "./SendFlow.tsx";

/**
 * `/sendPacket?chatId=`: writes an envelope and follows it until it is live. `chatId` is a hint and no more.
 * `/sendPacket?envelopeId=` goes on with the unpaid order of that envelope.
 */
export function SendPacket() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  return <SendFlow key={envelopeId} envelopeId={envelopeId} minChats={0} />;
}
