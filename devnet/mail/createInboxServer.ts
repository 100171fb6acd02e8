import { createServer, type Server } from "node:http";
import path from "node:path";
import { sendBrowserFile, sendJson } from "../http/send.ts";
import type { Mailbox } from "./mailbox.ts";

const PAGE_FOLDER = path.join(import.meta.dirname, "page");
const ROOT = "/devnet/mail/";

/** Serves the inbox: a page, and its mails as JSON, newest last. */
export function createInboxServer(mailbox: Mailbox): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://mail");
    const name = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : "";
    if (name === "messages") {
      sendJson(response, 200, mailbox.list());
      return;
    }
    sendBrowserFile(response, PAGE_FOLDER, name === "" ? "index.html" : name).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}
