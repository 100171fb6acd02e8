import http from "node:http";
import net from "node:net";
import { listen, type Listener } from "#tests/support/listen.ts";

/** Something that the server asks a program outside. */
export interface Question {
  of: "node" | "signer" | "messenger" | "database";
  /** A method; of the database `query` or `commit`. */
  name: string;
  /** What was asked; of a commit everything that its transaction said. */
  text: string;
}

/** `asked`: nobody but the server has done anything yet. `answered`: it is done, and the server does not know it yet. */
export type Moment = "asked" | "answered";

/** Sees each question and each answer on its way. False stops it there for good. */
export type Gatekeeper = (moment: Moment, question: Question, answer: string) => boolean;

export type Gate = Pick<Listener, "url" | "stop">;

interface Service {
  of: Question["of"];
  readName: (path: string, text: string) => string;
  answer: (path: string, text: string) => Promise<string>;
}

/** A gate in front of a program that speaks HTTP. */
export async function startGate({ of, readName, answer }: Service, keep: Gatekeeper): Promise<Gate> {
  const server = http.createServer((request, response) => {
    const path = request.url ?? "";
    const chunks: Buffer[] = [];
    const pass = async () => {
      const text = Buffer.concat(chunks).toString();
      const question = { of, name: readName(path, text), text };
      if (!keep("asked", question, "")) return request.socket.destroy();
      const answered = await answer(path, text);
      if (!keep("answered", question, answered)) return request.socket.destroy();
      return response.setHeader("content-type", "application/json").end(answered);
    };
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void pass().catch(() => request.socket.destroy()));
  });
  return await listen(server);
}

/** A gate in front of PostgreSQL. It reads the texts of statements and nothing else of the protocol. */
export async function startDatabaseGate(databaseUrl: string, keep: Gatekeeper): Promise<Gate> {
  const target = new URL(databaseUrl);
  const port = Number(target.port === "" ? 5432 : target.port);
  // A folder with its socket, where it listens on no port.
  const folder = target.searchParams.get("host");
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = folder === null ? net.connect(port, target.hostname) : net.connect(`${folder}/.s.PGSQL.${port}`);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    let transaction = "";
    let pending: Question | null = null;
    const stop = () => client.destroy();
    client.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (text.startsWith("Q") && text.includes("begin")) transaction = "";
      transaction += text;
      const isCommit = text.startsWith("Q") && text.includes("commit");
      pending = { of: "database", name: isCommit ? "commit" : "query", text: isCommit ? transaction : text };
      if (keep("asked", pending, "")) database.write(chunk);
      else stop();
    });
    database.on("data", (chunk) => {
      const question = pending;
      pending = null;
      if (question === null || keep("answered", question, chunk.toString("latin1"))) client.write(chunk);
      else stop();
    });
  });
  const listener = await listen(server);
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(listener.port);
  return {
    url: url.href,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await listener.stop();
    },
  };
}
