import { SendFlow } from "#src/screens/sendPacket/SendPacket.tsx";

/** An envelope each for as many groups, paid at once. */
const MIN_CHATS = 2;

/** `/multiSend?chatId=`: the send page for several groups. `chatId` is a hint and no more; `envelopeId` leads back to an order. */
export function MultiSend() {
  return <SendFlow minChats={MIN_CHATS} />;
}
