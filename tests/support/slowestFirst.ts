import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They run longest, and are short: most of their cases stand in files that they share. */
const SLOWEST =
  /\/(?:screens\/walks\.\w+\.browser|e2e\/(?:solana|tron)|crash\/restore|contract\/fuzz|devnet\/devnet\.db|operator\/operator\.db|attacks\/(?:chain|solana|tron)|postgres\/database\.db|\w+(?:Batches|PayoutSender|Payouts|Signing))\.test\.ts$/u;

/** Begins with the files that take longest, so that none is left alone at the end. By itself vitest sorts them by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOWEST.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
