/** The characters of a message after its entities are parsed, as the messenger counts them at most. */
export function measureHtml(html: string): number {
  return html.replaceAll(/<[^>]*>/gu, "").replaceAll(/&(?:amp|lt|gt|quot);/gu, "x").length;
}
