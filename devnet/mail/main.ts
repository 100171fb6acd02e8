import type { AddressInfo } from "node:net";
import { endWithParent } from "../process/endWithParent.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { createInboxServer } from "./createInboxServer.ts";
import { createSmtpServer } from "./createSmtpServer.ts";
import { Mailbox } from "./mailbox.ts";

const mailbox = new Mailbox();
const smtp = createSmtpServer(mailbox, Date.now);
smtp.on("error", (error) => console.error(error.message));
const inbox = createInboxServer(mailbox);

const smtpPort = await new Promise<number>((resolve, reject) => {
  smtp.once("error", reject);
  smtp.listen(0, "127.0.0.1", () => resolve((smtp.server.address() as AddressInfo).port));
});
endWithParent(() => {
  inbox.close();
  inbox.closeAllConnections();
  smtp.close();
});
console.log(`ready ${smtpPort} ${await listenLocally(inbox, 0)}`);
