import net from "node:net";
import type { PGlite } from "@electric-sql/pglite";

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;
const STARTUP_HEADER_BYTES = 8;
const MESSAGE_HEADER_BYTES = 5;
const TERMINATE = 0x58; // X

/** Messages after which the client waits for an answer: Query, Sync, Flush, FunctionCall. */
const TURN_ENDS = new Set([0x51, 0x53, 0x48, 0x46]);

export interface WireServer {
  close(): Promise<void>;
}

/**
 * Speaks the PostgreSQL protocol for one session. Connections are served one after the other: named statements and
 * transactions of two would mix in PGlite's only session. Calls `onBroken` if the engine itself fails; its state cannot
 * be trusted then.
 */
export async function serveWire(
  cluster: PGlite,
  socketPath: string,
  onBroken: (error: unknown) => void,
): Promise<WireServer> {
  let lastSession = Promise.resolve();
  const sockets = new Set<net.Socket>();

  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A client that disconnects ends its loop; nobody is left to answer.
    socket.on("error", () => socket.destroy());
    lastSession = lastSession.then(() => serveSession(cluster, socket)).catch(onBroken);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, resolve);
  });
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await lastSession;
      await closed;
    },
  };
}

async function serveSession(cluster: PGlite, socket: net.Socket): Promise<void> {
  if (socket.destroyed) return;
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (!isStarted && rest.length >= STARTUP_HEADER_BYTES) {
        const length = rest.readInt32BE(0);
        const code = rest.readInt32BE(4);
        if (length < STARTUP_HEADER_BYTES || code === CANCEL_REQUEST) return;
        if (rest.length < length) break;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        if (code === SSL_REQUEST || code === GSS_REQUEST) {
          socket.write("N");
        } else {
          await answer(cluster, socket, message);
          isStarted = true;
        }
      }
      if (!isStarted) continue;
      const turn = readTurn(rest);
      if (turn.bytes > 0) {
        await answer(cluster, socket, rest.subarray(0, turn.bytes));
        rest = rest.subarray(turn.bytes);
      }
      if (turn.isOver) return;
    }
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  } finally {
    socket.destroy();
    if (isStarted) await forgetSession(cluster);
  }
}

/** The number of leading bytes that form complete turns, and whether a termination (or invalid) message follows. */
function readTurn(bytes: Buffer): { bytes: number; isOver: boolean } {
  let offset = 0;
  let turnBytes = 0;
  while (bytes.length - offset >= MESSAGE_HEADER_BYTES) {
    const kind = bytes[offset];
    const length = bytes.readInt32BE(offset + 1);
    if (kind === TERMINATE || length < 4) return { bytes: turnBytes, isOver: true };
    offset += 1 + length;
    if (offset > bytes.length) break;
    if (kind !== undefined && TURN_ENDS.has(kind)) turnBytes = offset;
  }
  return { bytes: turnBytes, isOver: false };
}

async function answer(cluster: PGlite, socket: net.Socket, message: Uint8Array): Promise<void> {
  const parts: Buffer[] = [];
  await cluster.runExclusive(() =>
    cluster.execProtocolRawStream(message, {
      // The bytes are a view of the engine's memory, which the next call overwrites.
      onRawData: (data) => parts.push(Buffer.from(data)),
    }),
  );
  if (socket.destroyed || parts.length === 0) return;
  if (!socket.write(Buffer.concat(parts))) {
    await new Promise<void>((resolve) => {
      socket.once("drain", resolve);
      socket.once("close", () => resolve());
    });
  }
}

/** Resets the session: the next client must not see an open transaction, a named statement or a setting. */
async function forgetSession(cluster: PGlite): Promise<void> {
  if (cluster.isInTransaction()) await cluster.exec("rollback");
  await cluster.exec("discard all");
}

function isConnectionError(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(String(error.code))
  );
}
