/** Where the messenger posts the bot's updates, below PUBLIC_URL. */
export const WEBHOOK_PATH = "/bot/webhook";
