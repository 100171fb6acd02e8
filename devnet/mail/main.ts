import { createServer, type Server } from "node:http";
import path from "node:path";
import { sendBrowserFile, sendJson } from "../http/send.ts";
import type { AddressInfo } from "node:net";
import { endWithParent } from "../process/endWithParent.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { createSmtpServer } from "./createSmtpServer.ts";
import { Mailbox } from "./mailbox.ts";

const PAGE_FOLDER = path.join(import.meta.dirname, "page");
const ROOT = "/devnet/mail/";

const mailbox = new Mailbox();
const smtp = createSmtpServer(mailbox, Date.now);
smtp.on("error", (error) => console.error(error.message));
const inbox = createInboxServer(mailbox);

const smtpPort = await new Promise<number>((resolve, reject) => {
  smtp.once("error", reject);
  smtp.listen(0, "127.0.0.1", () => resolve((smtp.server.address() as AddressInfo).port));
});
endWithParent([inbox], () => smtp.close());
console.log(`ready ${smtpPort} ${await listenLocally(inbox, 0)}`);

/** Serves the inbox: a page, and its mails as JSON, newest last. */
function createInboxServer(mailbox: Mailbox): Server {
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
