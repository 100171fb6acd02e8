import { SendFlow } from "./SendFlow.tsx";

/**
 * `/sendPacket?chatId=&coinType=`: writes an envelope and follows it until it is live. Group and coin are hints.
 * `/sendPacket?envelopeId=` goes on with the order of that envelope: an unpaid one, or the one that `&orderId=` names;
 * `&pay=1` pays it here. `/sendPacket?again=` fills the form in as it was for that envelope. Once it has an order, the
 * page changes its address to that of the order, so that the way back leads there.
 */
export function SendPacket() {
  return <SendFlow minChats={0} />;
}
