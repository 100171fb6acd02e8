/** Where an envelope and its claims are seen. */
export function buildDetailsPath({ envelopeId }: { envelopeId: string }): string {
  return `/sendRecordDetails?envelopeId=${encodeURIComponent(envelopeId)}`;
}
