import fs from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

interface NodeFsStream {
  /** Absent on a directory, which emscripten opens without a file descriptor. */
  nfd?: number;
  node: object;
}

interface NodeFsAttributes {
  mode?: number;
}

type SetAttributes = (target: object, attributes: NodeFsAttributes) => void;

/** Internals of the pinned version of PGlite; tests count real fsyncs, so a change is noticed. */
interface NodeFsModule {
  FS: {
    filesystems: {
      NODEFS: {
        node_ops: { setattr: SetAttributes };
        stream_ops: { setattr: SetAttributes; fsync?: (stream: NodeFsStream) => number };
        realPath(node: object): string;
      };
    };
  };
}

type InitOptions = Parameters<NodeFS["init"]>[1];

/** WASI's EIO. PostgreSQL stops on a failed fsync, as it must. */
const INPUT_OUTPUT_ERROR = 29;

/** The same attributes, with access for the owner only. */
function keepPrivate(attributes: NodeFsAttributes): NodeFsAttributes {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 };
}

function syncPath(path: string): void {
  const descriptor = fs.openSync(path, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * PGlite's folder on disk, plus the fsync that the package omits: without it, a power cut loses acknowledged commits.
 * Files are accessible to the owner only: the package opens them to everyone, ignoring the umask.
 */
export class DurableNodeFs extends NodeFS {
  override async init(cluster: PGlite, options: InitOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(cluster, options);
    const mend = (module: object) => {
      const nodeFs = (module as NodeFsModule).FS.filesystems.NODEFS;
      for (const operations of [nodeFs.node_ops, nodeFs.stream_ops]) {
        const { setattr } = operations;
        operations.setattr = (target, attributes) => setattr(target, keepPrivate(attributes));
      }
      nodeFs.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd === undefined) syncPath(nodeFs.realPath(stream.node));
          else fs.fsyncSync(stream.nfd);
          return 0;
        } catch {
          return INPUT_OUTPUT_ERROR;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), mend] } };
  }
}
