/** Where an order is paid inside the messenger; without its `orderId` that is the path of the order. */
export function buildPayPath(envelopeId: string, orderId: string): string {
  return `/sendPacket?${new URLSearchParams({ envelopeId, orderId })}`;
}
