/** Where the claims of an envelope are seen. */
export function buildDetailsPath({ envelopeId }: { envelopeId: string }): string {
  return `/sendRecordDetails?envelopeId=${envelopeId}`;
}
