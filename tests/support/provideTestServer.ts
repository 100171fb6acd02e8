import { providePostgres } from "../../scripts/setup/providePostgres.ts";

/** Set-up of a run of tests: the server at TEST_DATABASE_URL, or a temporary one that ends with the run. */
export default async function provideTestServer(): Promise<() => Promise<void>> {
  const { url, stop } = await providePostgres();
  process.env["TEST_DATABASE_URL"] = url;
  return stop;
}
