/** What the server does to the built page, done to Vite's: names the origin whose messages the app accepts. */
export function writeMessengerOrigins(html: string, origin: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}<meta name="messenger-origins" content="${origin}">`);
}
