/** Path below PUBLIC_URL to which the messenger posts the bot's updates. */
export const WEBHOOK_PATH = "/bot/webhook";
