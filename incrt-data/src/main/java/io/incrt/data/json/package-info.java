/** Reading and writing of JSON for all modules. Knows nothing of what a file holds. */
package io.incrt.data.json;
