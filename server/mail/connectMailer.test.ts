import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSmtpServer } from "#devnet/mail/createSmtpServer.ts";
import { Mailbox } from "#devnet/mail/mailbox.ts";
import type { MailConfig } from "#server/config.ts";
import { createLogger } from "#server/logger.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { listen } from "#tests/support/listen.ts";
import { connectMailer } from "./connectMailer.ts";
import { writeCodeMail } from "./mailer.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const mailbox = new Mailbox();
const smtp = createSmtpServer(mailbox, () => NOW);
const lines: string[] = [];
const logger = createLogger({
  level: "debug",
  clock: { now: () => new Date(NOW) },
  secrets: [],
  write: (line) => lines.push(line),
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    smtp.listen(0, "127.0.0.1", resolve);
  });
  port = (smtp.server.address() as AddressInfo).port;
});
afterAll(() => smtp.close());

function connect(change: Partial<MailConfig> = {}) {
  const config = { host: "127.0.0.1", port, isSecure: false, mustEncrypt: false, user: null, password: "" };
  return connectMailer({ ...config, from: "Hongbao <no-reply@app.example>", ...change }, { logger });
}

/** A server that greets with `greet` but is not a mail server. */
async function withServer<T>(greet: (socket: Socket) => void, work: (port: number) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    greet(socket);
  });
  const { port: itsPort, stop } = await listen(server);
  try {
    return await work(itsPort);
  } finally {
    for (const socket of sockets) socket.destroy();
    await stop();
  }
}

const MAIL = { to: "anna@example.com", subject: "004217", text: "004217\n" };

describe("a mail", () => {
  test("arrives as it was written", async () => {
    const mail = writeCodeMail("zh-CN", "recoverSecurityCode", "004217");
    expect(await connect({ user: "hongbao", password: "pass/word" }).send({ to: "anna@example.com", ...mail })).toBe(
      "sent",
    );
    expect(mailbox.list().at(-1)).toEqual({
      to: "anna@example.com",
      from: '"Hongbao" <no-reply@app.example>',
      subject: "004217 是你的 Hongbao 验证码",
      text: mail.text,
      at: "2026-11-20T12:00:00.000Z",
    });
    expect(mail.text).toContain("\n004217\n");
  });

  test.each(["o'neil+tag@example.com", "用户@example.com"])("goes to %s as one address", async (to) => {
    expect(await connect().send({ ...MAIL, to })).toBe("sent");
    expect(mailbox.list().at(-1)?.to).toBe(to);
  });

  test("is refused for an unknown mailbox, and does not wait for a busy server", async () => {
    const before = mailbox.list().length;
    expect(await connect().send({ ...MAIL, to: "anna@unknown.test" })).toBe("refused");
    expect(await connect().send({ ...MAIL, to: "anna@example.com%0a" })).toBe("refused");
    expect(await connect().send({ ...MAIL, to: "anna@busy.test" })).toBe("unavailable");
    expect(mailbox.list()).toHaveLength(before);
  });

  test("is not sent without TLS where TLS is required", async () => {
    const before = mailbox.list().length;
    expect(await connect({ mustEncrypt: true }).send(MAIL)).toBe("unavailable");
    expect(await connect({ isSecure: true }).send(MAIL)).toBe("unavailable");
    expect(mailbox.list()).toHaveLength(before);
  });

  test("does not wait for a mail server that is unreachable, silent or endless", async () => {
    const letTimePass = hurryTime();
    const [away, silent, endless] = await Promise.all([
      connect({ port: 1 }).send(MAIL),
      withServer(
        () => undefined,
        (silentPort) => connect({ port: silentPort }).send(MAIL),
      ),
      withServer(
        (socket) => {
          // Each line arrives in time, and none is the last.
          socket.write("220 hello\r\n");
          const drip = setInterval(() => socket.write("250-still here\r\n"), 1_000);
          socket.on("close", () => clearInterval(drip));
        },
        (endlessPort) => connect({ port: endlessPort }).send(MAIL),
      ),
    ]);
    expect([away, silent, endless]).toEqual(["unavailable", "unavailable", "unavailable"]);
    letTimePass();
  }, 10_000);

  test("logs neither address nor code when it fails", () => {
    expect(lines.length).toBeGreaterThan(4);
    for (const word of ["anna", "004217", "pass/word"]) expect(lines.join("\n")).not.toContain(word);
    expect(lines.join("\n")).toContain('"status":550');
  });
});
