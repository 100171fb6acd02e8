/** Where an ordinary browser pays with this code. The code stays in the fragment, which no server sees. */
export function formatPaymentUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/unPaymentList#code=${code}`;
}
