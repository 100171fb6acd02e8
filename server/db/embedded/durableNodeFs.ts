import fs from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

interface NodeFsStream {
  /** Absent on a directory, which emscripten opens without a descriptor of the host. */
  nfd?: number;
  node: object;
}

/** What the pinned version of PGlite keeps inside; the tests count real fsyncs, so a change there is noticed. */
interface NodeFsModule {
  FS: {
    filesystems: {
      NODEFS: { stream_ops: { fsync?: (stream: NodeFsStream) => number }; realPath(node: object): string };
    };
  };
}

type InitOptions = Parameters<NodeFS["init"]>[1];

/** WASI's EIO. PostgreSQL answers a failed fsync by stopping, as it must. */
const INPUT_OUTPUT_ERROR = 29;

function syncPath(path: string): void {
  const descriptor = fs.openSync(path, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** PGlite's folder on disk, with the fsync that the package leaves out: without it a power cut loses acknowledged commits. */
export class DurableNodeFs extends NodeFS {
  override async init(cluster: PGlite, options: InitOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(cluster, options);
    const addFsync = (module: object) => {
      const nodeFs = (module as NodeFsModule).FS.filesystems.NODEFS;
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
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}
