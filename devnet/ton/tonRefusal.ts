/** An error answer in the form of toncenter. */
export class TonRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "TonRefusal";
    this.status = status;
  }
}
