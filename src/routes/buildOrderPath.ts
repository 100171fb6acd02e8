/** Where an order goes on to be paid, by one of its envelopes. */
export function buildOrderPath(envelopeId: string): string {
  return `/sendPacket?envelopeId=${encodeURIComponent(envelopeId)}`;
}
