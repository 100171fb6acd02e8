import { useSearchParams } from "react-router-dom";

import { SendFlow } from "./SendFlow.tsx";

/**
 * `/sendPacket?chatId=&coinType=`: writes an envelope and follows it until it is live. Group and coin are hints.
 * `/sendPacket?envelopeId=` goes on with the unpaid order of that envelope.
 */
export function SendPacket() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  return <SendFlow key={envelopeId} envelopeId={envelopeId} minChats={0} />;
}
