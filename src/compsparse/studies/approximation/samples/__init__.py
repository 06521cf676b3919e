"""Error against the number of examples and of variables, by method: trees and generic targets."""
