/** Writes into Vite's page what the server writes into the built one: the origin whose messages the app accepts. */
export function writeMessengerOrigins(html: string, origin: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}<meta name="messenger-origins" content="${origin}">`);
}
