import type { DrawQuestion } from "#domain/draw/answerQuestion.ts";
import type { DrawFinding } from "#domain/draw/drawReport.ts";
import type { Failure } from "#machines/kit/failure.ts";

interface Answer {
  id: number;
  findings: DrawFinding[];
}

const TIMEOUT_MS = 30_000;

let worker: Worker | null = null;
let lastId = 0;

function startDrawWorker(): Worker {
  worker ??= new Worker(new URL("drawWorker.ts", import.meta.url), { type: "module" });
  return worker;
}

/** Has the worker verify a known round: the first one takes ten times as long as the others. */
export function warmDrawWorker(): void {
  startDrawWorker().postMessage({ id: 0, question: null }, []);
}

/** Has a draw checked beside the page. Rejects where no worker answers. */
export function askDrawWorker(question: DrawQuestion): Promise<DrawFinding[]> {
  const asked = startDrawWorker();
  const id = (lastId += 1);
  return new Promise((resolve, reject) => {
    const fail = () => {
      end();
      // The next question starts anew.
      asked.terminate();
      worker = null;
      reject({ kind: "timeout" } satisfies Failure);
    };
    const hear = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      end();
      resolve(data.findings);
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    const end = () => {
      clearTimeout(timer);
      asked.removeEventListener("message", hear);
      asked.removeEventListener("error", fail);
    };
    asked.addEventListener("message", hear);
    asked.addEventListener("error", fail);
    asked.postMessage({ id, question }, []);
  });
}
