/** What a retry costs of what a first attempt brings in: at most one retry for ten operations. */
const RETRY_COST = 10;

/**
 * A retry budget of each host that the clients run on. A first attempt brings in 1, a retry costs
 * 10, and a balance starts at the most it may hold: the number of clients of a host.
 */
export class RetryBudget {
  readonly #balances: Float64Array;
  readonly #most: number;

  constructor(hosts: number, clients: number) {
    this.#most = Math.floor(clients / hosts);
    this.#balances = new Float64Array(hosts).fill(this.#most);
  }

  bringIn(client: number): void {
    const host = client % this.#balances.length;
    this.#balances[host] = Math.min(this.#most, this.#balance(host) + 1);
  }

  /** Pays for a retry, or refuses it. */
  pays(client: number): boolean {
    const host = client % this.#balances.length;
    if (this.#balance(host) < RETRY_COST) return false;
    this.#balances[host] = this.#balance(host) - RETRY_COST;
    return true;
  }

  #balance(host: number): number {
    return this.#balances[host] as number;
  }
}
